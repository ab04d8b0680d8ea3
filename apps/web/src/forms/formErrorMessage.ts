import { ApiFailure, type FormStatus } from '../api/client/apiError.ts';
import { shared } from '../i18n/index.ts';

/** What a form shows itself: what was sent is not valid, or is in conflict with what is stored. */
export const formStatuses: readonly FormStatus[] = [400, 409, 422];

/** Why a form was refused, where no field is to blame; null for a failure that is notified. */
export function formProblem(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || !formStatuses.some((each) => each === error.status)) {
    return null;
  }
  return error.serverMessage ?? shared.somethingWentWrong;
}
