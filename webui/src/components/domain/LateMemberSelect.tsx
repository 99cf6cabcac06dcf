/** The choice of a member, which is fetched when it is first shown. */
import { TextInput } from "@mantine/core";
import { late } from "@/components/kit/late";

/** Until it is there its place is kept by a field that is drawn and not read out: it has no name yet. */
export const MemberSelect = late(
  async () => (await import("./MemberSelect")).MemberSelect,
  <TextInput size="sm" disabled aria-hidden="true" />,
);
