import { ApiError, type FormErrorStatus } from '../api/client/apiError.ts';
import { sharedTexts } from '../i18n/index.ts';

/** What a form shows itself: what was sent is not valid, or is in conflict with what is stored. */
export const locallyHandledStatuses: readonly FormErrorStatus[] = [400, 409, 422];

/** Why a form was refused, where no field is to blame; null for a failure that is notified. */
export function formErrorMessage(error: unknown): string | null {
  if (
    !(error instanceof ApiError) ||
    !locallyHandledStatuses.some((each) => each === error.status)
  ) {
    return null;
  }
  return error.serverMessage ?? sharedTexts.somethingWentWrong;
}
