/** The API key by which a page creates and reads pastes: none, since its visitor has a session. The extension has extension/api-key.ts instead. */
export const apiKey = (): string | null => null;
