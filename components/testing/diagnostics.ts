/** Turns off work of React and Testing Library for messages that no test reads. */
import { configure, getConfig } from '@testing-library/dom';

// Removed before React loads, which would otherwise run each component as an inspector's task.
Reflect.deleteProperty(console, 'createTask');

// React records where each element was created, for the first ten thousand a second: a tenth of these tests' time.
const { default: react } = await import('react');
const internals: object = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => undefined });

const { getElementError } = getConfig();

// A waiting query fails many times, and would print the page each time. Only its last error gets the page.
configure({ getElementError: (message, container) => (isWaiting() ? notFound(message) : getElementError(message, container)) });

function isWaiting(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}

const notFound = (message: string | null) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
