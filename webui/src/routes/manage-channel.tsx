export { ChannelsPage as default } from "@/features/channels/ChannelsPage";
