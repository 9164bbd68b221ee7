/** How many reads a paste can be given in the editor; the API takes any number between. */
export const READ_CHOICES: readonly number[] = [2, 3, 5, 10, 100];
