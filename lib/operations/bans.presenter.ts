import { present } from '../encoding/present';
import type { Ban } from './bans.service';

export const presentBan = (ban: Ban) => present(ban, 'network', 'reason', 'createdAt', 'expiresAt');

export type ShownBan = ReturnType<typeof presentBan>;
