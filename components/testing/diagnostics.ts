/** What React and Testing Library prepare for messages that no test reads. */
import { configure, getConfig } from '@testing-library/dom';

// Before React is loaded: it would run all that becomes of an element as a task of the inspector's.
Reflect.deleteProperty(console, 'createTask');

// Where each element was made: React notes it for the first ten thousand of a second, a tenth of these tests' time.
const { default: react } = await import('react');
const internals: object = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => undefined });

const { getElementError } = getConfig();

// A query that waits fails again and again, and would draw the page for each. Its last error gets the page when time is up.
configure({ getElementError: (message, container) => (isWaiting() ? notFound(message) : getElementError(message, container)) });

function isWaiting(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}

const notFound = (message: string | null) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
