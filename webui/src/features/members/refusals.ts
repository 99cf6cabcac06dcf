/** Which field of a member's form a refusal is about. */
import { CODES } from "@/api/errors";

/** What is wrong with a channel, by its link or for good. */
const OF_A_CHANNEL = [30001, 30002, 30003, 30004, 30005];

export const FIELD_OF_CODE: Readonly<Record<number, string>> = {
  [CODES.ID_LENGTH]: "user_id",
  [CODES.EMAIL_INVALID]: "user_id",
  [CODES.EMAIL_TAKEN]: "user_id",
  [CODES.PASSWORD_LENGTH]: "password",
  [CODES.NAME_LENGTH]: "nickname",
  [CODES.NAME_TAKEN]: "nickname",
  ...Object.fromEntries(OF_A_CHANNEL.map((code) => [code, "channels"])),
};
