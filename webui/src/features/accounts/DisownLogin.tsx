import { useDisownLoginMutation } from "@/api/generated-base";
import { MailLink } from "./MailLink";

/** Where the owner says that a log-in was not theirs: everybody is logged out (SESSION-15). */
export function DisownLogin() {
  const [disown, call] = useDisownLoginMutation();
  return (
    <MailLink
      words="disownLogin"
      color="red"
      call={call}
      onPress={(ticket) => void disown({ ticket })}
    />
  );
}
