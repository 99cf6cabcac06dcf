/** What a log-in asks for besides the password. */
import type { ApiError } from "@/api/errors";

/** Whether the password was right and the code of the second factor is still to come (0114). */
export function asksForCode(error: ApiError | undefined): boolean {
  return error?.kind === "refused" && error.reason === "totp_required";
}

/** Whether the password was right and this browser, not known yet, has to type a mailed code. */
export function asksForMailedCode(error: ApiError | undefined): boolean {
  return error?.kind === "refused" && error.reason === "login_code";
}
