import { offeredExpiries } from '#lib/pastes/expiry.rules';

/** The expiries that an instance offers by default. */
export const OFFERED = offeredExpiries({ choices: [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000, null], preselected: 604_800 });
