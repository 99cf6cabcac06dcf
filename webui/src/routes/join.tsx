import { useMe } from "@/app/hooks";
import { JoinDone } from "@/features/accounts/JoinDone";
import { JoinForm } from "@/features/accounts/JoinForm";

/** The form, and the success page once there is an account whose e-mail waits to be confirmed. */
export default function JoinRoute() {
  const me = useMe();
  return me ? <JoinDone name={me.info.name} email={me.info.user_id} /> : <JoinForm />;
}
