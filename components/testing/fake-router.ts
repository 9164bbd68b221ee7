/** Stands in for `next/navigation`: `vi.mock('next/navigation', () => import('../testing/fake-router'))`. */
import { vi } from 'vitest';

export const router = { refresh: vi.fn() };

export const useRouter = () => router;

/** The path of the address bar. */
export const usePathname = (): string => window.location.pathname;
