/** Replaces `next/navigation`, which works only inside Next (vitest.config.ts). */
import { vi } from 'vitest';

export const router = { refresh: vi.fn() };

export const useRouter = () => router;

/** Returns the path of the address bar. */
export const usePathname = (): string => window.location.pathname;
