/** Where campaigns stand. */
import { addresses } from "@/app/paths";

export const CAMPAIGNS = `${addresses.events}?view=campaigns`;

export const campaignAt = (id: string): string => addresses.campaign.replace(":id", id);
