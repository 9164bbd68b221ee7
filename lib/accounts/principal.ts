/** Who a request speaks for. */
export interface Principal {
  userId: number;
}

/** Somebody signed in by a browser. */
export interface SignedIn extends Principal {
  userName: string;
  /** Public id of the key they signed in with. */
  keyId: string;
}
