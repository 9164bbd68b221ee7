import { addressOf } from '#lib/site/address.rules';

export const ADMIN_ACTIONS = {
  closeReport: addressOf('/account/actions/admin-close-report'),
  findPaste: addressOf('/account/actions/admin-find-paste'),
  holdPaste: addressOf('/account/actions/admin-hold-paste'),
  releasePaste: addressOf('/account/actions/admin-release-paste'),
  removePaste: addressOf('/account/actions/admin-remove-paste'),
  createKey: addressOf('/account/actions/admin-create-key'),
  revokeKey: addressOf('/account/actions/admin-revoke-key'),
  promoteUser: addressOf('/account/actions/admin-promote-user'),
  demoteUser: addressOf('/account/actions/admin-demote-user'),
  disableUser: addressOf('/account/actions/admin-disable-user'),
  enableUser: addressOf('/account/actions/admin-enable-user'),
  deleteUser: addressOf('/account/actions/admin-delete-user'),
  addBan: addressOf('/account/actions/admin-add-ban'),
  liftBan: addressOf('/account/actions/admin-lift-ban'),
} as const;
