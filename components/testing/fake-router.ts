/** Stands in for `next/navigation`, which works inside of Next alone (vitest.config.ts). */
import { vi } from 'vitest';

export const router = { refresh: vi.fn() };

export const useRouter = () => router;

/** The path of the address bar. */
export const usePathname = (): string => window.location.pathname;
