/** The result of a check of the doctor that has not failed. */
export type Finding = string | { warning: string };
