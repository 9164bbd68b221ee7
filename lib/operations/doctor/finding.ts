/** What a check of the doctor says when nothing has failed. */
export type Finding = string | { warning: string };
