import { useKeepTotpMutation } from "@/api/generated-base";
import { MailLink } from "./MailLink";

/** Where the owner keeps a second factor that somebody said was lost (SESSION-13). */
export function KeepFactor() {
  const [keep, call] = useKeepTotpMutation();
  return <MailLink words="keepFactor" call={call} onPress={(ticket) => void keep({ ticket })} />;
}
