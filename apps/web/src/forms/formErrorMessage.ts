import { ApiError, type FormErrorStatus } from '../api/client/apiError.ts';
import { sharedTexts } from '../i18n/index.ts';

/** Statuses that forms show themselves: invalid input, or a conflict with stored data. */
export const locallyHandledStatuses: readonly FormErrorStatus[] = [400, 409, 422];

/**
 * Returns the message of a failure that concerns no field, or null for failures that the shared handler reports.
 */
export function formErrorMessage(error: unknown): string | null {
  if (
    !(error instanceof ApiError) ||
    !locallyHandledStatuses.some((each) => each === error.status)
  ) {
    return null;
  }
  return error.serverMessage ?? sharedTexts.somethingWentWrong;
}
