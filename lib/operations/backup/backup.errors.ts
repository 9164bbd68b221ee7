import { OperatorError } from '../../errors/operator-error';

/** A problem of a backup or its target, in words for the operator. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}
