/** What managing a paste behind its manage link can be in. Pure. */

export type ManageProblem =
  | { code: 'wrong-token' | 'offline' | 'unreachable' | 'server-error' }
  | { code: 'too-many-requests'; waitSeconds: number };

type Action = 'extend' | 'delete';

interface Held {
  token: string;
  expiresAt: string | null;
}

export type ManageState =
  /** Before the browser has read the link's fragment. */
  | { phase: 'opening' }
  | { phase: 'no-token' }
  | ({ phase: 'ready'; problem: ManageProblem | null; isExtended: boolean } & Held)
  | ({ phase: 'working'; action: Action } & Held)
  | { phase: 'deleted' }
  | { phase: 'gone' };

export type ManageEvent =
  | { type: 'opened'; token: string | null; expiresAt: string | null }
  | { type: 'started'; action: Action }
  | { type: 'extended'; expiresAt: string | null }
  | { type: 'deleted' }
  | { type: 'gone' }
  | { type: 'failed'; problem: ManageProblem };

export function reduce(state: ManageState, event: ManageEvent): ManageState {
  switch (event.type) {
    case 'opened':
      // A second reading finds the fragment already taken: only the first one counts, unless another link was pasted.
      if (event.token === null) return state.phase === 'opening' ? { phase: 'no-token' } : state;
      return { phase: 'ready', token: event.token, expiresAt: event.expiresAt, problem: null, isExtended: false };
    case 'started':
      return state.phase === 'ready' ? { phase: 'working', token: state.token, expiresAt: state.expiresAt, action: event.action } : state;
    case 'extended':
      return state.phase === 'working'
        ? { phase: 'ready', token: state.token, expiresAt: event.expiresAt, problem: null, isExtended: true }
        : state;
    case 'failed':
      return state.phase === 'working'
        ? { phase: 'ready', token: state.token, expiresAt: state.expiresAt, problem: event.problem, isExtended: false }
        : state;
    case 'deleted':
      return { phase: 'deleted' };
    case 'gone':
      return { phase: 'gone' };
  }
}
