import { pageClient, problemIn } from '#components/client/page.client';
import { typeCode } from '#lib/client/operations.generated';

/** @returns null when the wait is decided, which its own request learns; the number of tries that are left; or why there is no response */
export async function sendCode(publicId: string, claim: string, code: string): Promise<number | 'unreachable' | null> {
  try {
    await pageClient.call(typeCode, { params: { publicId }, body: { claim, code } });
    return null;
  } catch (error) {
    const problem = problemIn(error);
    if (problem.code === 'wrong_code') return problem.triesLeft ?? 0;
    return problem.code === 'refused' || problem.status === 404 ? null : 'unreachable';
  }
}
