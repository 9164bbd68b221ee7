/** The receiver of webhooks that the tests in lib use as well, which may not import from here. */
export { type Answer, type ReceivedDelivery, type Receiver, startReceiver, withStatus } from '#lib/webhooks/testing/receiver';
