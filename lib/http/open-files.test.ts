import { expect, it } from 'vitest';
import { openFilesLimit, openFilesProblem } from './open-files';

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             63432                63432                processes
Max open files            1024                 524288               files
`;

it('the limit of open files is the soft one, where the system says it', () => {
  expect(openFilesLimit(LIMITS)).toBe(1_024);
  expect(openFilesLimit(null)).toBeNull();
  expect(openFilesLimit('Max open files            unlimited            unlimited            files\n')).toBeNull();
});

it('too few open files for the allowed connections are told, with both variables', () => {
  expect(openFilesProblem(824, 1_024)).toBeNull();
  expect(openFilesProblem(825, 1_024)).toMatch(/1024 files.*HTTP_MAX_CONNECTIONS=825 needs 1025.*EMFILE.*LimitNOFILE/);
  expect(openFilesProblem(1_000_000, null)).toBeNull();
});
