/** Types of React’s own scheduler, of which the setup of component tests calls this much. */
declare module 'scheduler' {
  export const unstable_IdlePriority: number;
  export function unstable_scheduleCallback(priority: number, callback: () => void): void;
}
