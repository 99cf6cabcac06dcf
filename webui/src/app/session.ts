/** Who is logged in, as far as the browser knows: the token. Everything about the person comes from `member/me`. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { readStored } from "./storage";

interface SessionState {
  token: string | null;
  /** Why there is no session any more: the person left, or the server said so. */
  ended: "logout" | "refused" | null;
}

export const session = createSlice({
  name: "session",
  initialState: (): SessionState => ({ token: readStored("token"), ended: null }),
  reducers: {
    sessionStarted: (_, { payload }: PayloadAction<string>): SessionState => ({
      token: payload,
      ended: null,
    }),
    sessionEnded: (_, { payload }: PayloadAction<"logout" | "refused">): SessionState => ({
      token: null,
      ended: payload,
    }),
  },
});

export const { sessionStarted, sessionEnded } = session.actions;
