/** A thing made with a key, an identity or a session that still exists. */
export interface ShownMade {
  kind: 'key' | 'identity' | 'webhook' | 'chat' | 'mailbox';
  name: string;
  /** The ids of the keys, identities and sessions that it was made with. */
  makers: readonly string[];
}
