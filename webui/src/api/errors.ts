/** The one error every call of ours can end with. */
import type { FetchBaseQueryError } from "@reduxjs/toolkit/query";

/** What went wrong: the server refused (and said why), or nobody could be reached or understood. */
export type ApiError =
  | {
      kind: "refused";
      status: number;
      /** The code of the catalogue. */
      code: number;
      /** The server's words, in the language of the interface. */
      message: string;
      /** Says more than the code alone, mostly for code 2. */
      reason: string | null;
      /** Which field was refused, and for what reason. */
      fields: Readonly<Record<string, string>>;
      details: Readonly<Record<string, unknown>>;
    }
  | { kind: "unreachable" };

/** Codes the interface itself acts on; every other one is only shown. */
export const CODES = {
  INVALID_ACCESS: 2,
  TOO_MANY: 3,
  FILL_ALL: 4,
  FILE_TOO_LARGE: 5,
  TEXT_TOO_LONG: 6,
  LOGIN_REQUIRED: 10000,
  ACCOUNT_DELETED: 10002,
  PASSWORD_MISMATCH: 10004,
  ID_LENGTH: 10005,
  PASSWORD_LENGTH: 10006,
  EMAIL_INVALID: 10007,
  NAME_LENGTH: 10008,
  EMAIL_TAKEN: 10009,
  NAME_TAKEN: 10010,
  INVITATION_BAD: 10011,
  PHONE_INVALID: 10012,
  SUSPENDED: 10013,
  CODE_TRIES: 10015,
  CODE_WRONG: 10016,
  CODE_EXPIRED: 10017,
  PASSWORD_SAME: 10018,
  PASSWORD_WRONG: 10019,
  PASSWORD_NONE: 10022,
  RESET_EXPIRED: 10024,
  FAVOURITES_FULL: 20000,
} as const;

const ENDS_SESSION: readonly number[] = [
  CODES.LOGIN_REQUIRED,
  CODES.ACCOUNT_DELETED,
  CODES.SUSPENDED,
];

type Refusal = Extract<ApiError, { kind: "refused" }>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textFields(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([field, reason]) => [field, String(reason)]),
  );
}

/** The refusal in an answer's body, or null where the body is none. */
export function refusalIn(body: unknown, status: number): Refusal | null {
  if (!isRecord(body) || body.success !== false || typeof body.code !== "number") return null;
  const details = isRecord(body.details) ? body.details : {};
  return {
    kind: "refused",
    status,
    code: body.code,
    message: typeof body.message === "string" ? body.message : "",
    reason: typeof details.reason === "string" ? details.reason : null,
    fields: textFields(details.fields),
    details,
  };
}

export function toApiError(error: FetchBaseQueryError): ApiError {
  const refusal = typeof error.status === "number" ? refusalIn(error.data, error.status) : null;
  return refusal ?? { kind: "unreachable" };
}

/** Whether the server gave an answer that stands; a failure on its side may pass (SESSION-6). */
export function isAnswer(error: ApiError): error is Refusal {
  return error.kind === "refused" && error.status < 500 && error.code !== CODES.TOO_MANY;
}

/** Whether this refusal means that the session is over. */
export function endsSession(error: ApiError): boolean {
  return error.kind === "refused" && ENDS_SESSION.includes(error.code);
}

export function isStepUp(error: ApiError): boolean {
  return (
    error.kind === "refused" && error.code === CODES.INVALID_ACCESS && error.reason === "step_up"
  );
}

/** The seconds to wait after a code 3, if the server said them. */
export function retryAfter(error: ApiError): number | null {
  if (error.kind !== "refused" || error.code !== CODES.TOO_MANY) return null;
  const seconds = Number(error.details.retry_after ?? error.details.seconds);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}
