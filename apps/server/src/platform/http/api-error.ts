import type { ApiError } from '@seller-connect/contract';
import type { FastifyError, FastifyRequest } from 'fastify';
import { isOutage } from '../database/database.ts';
import {
  negotiateLanguage,
  Problem,
  internalErrorMessage,
  type Language,
  type LocalizedText,
} from './problem.ts';

const validationMessage: LocalizedText = {
  vi: 'Yêu cầu chưa hợp lệ. Vui lòng kiểm tra lại thông tin đã nhập.',
  en: 'The request isn’t valid. Check what you entered.',
};

const databaseUnavailableProblem = new Problem(
  503,
  'database_unavailable',
  {
    vi: 'Hệ thống tạm thời không truy cập được cơ sở dữ liệu. Dữ liệu của bạn vẫn an toàn; vui lòng thử lại sau ít phút.',
    en: 'We can’t reach the database right now. Your data is safe. Try again in a few minutes.',
  },
  { retryAfterSeconds: 5 },
);

/** An error of a request. Fastify's own have a status; those of validation name what is wrong. */
type RequestError =
  | Problem
  | (Error & Partial<Pick<FastifyError, 'statusCode' | 'validation' | 'validationContext'>>);

/** Replaces the error of an unavailable database by a problem that says so. */
function toPublicError(error: RequestError): RequestError {
  return isOutage(error) ? databaseUnavailableProblem : error;
}

/** Converts an error to the response body, by default in the caller's language. */
export function toApiError(
  given: RequestError,
  request: FastifyRequest,
  language: Language = negotiateLanguage(request.headers['accept-language']),
): ApiError {
  const error = toPublicError(given);
  const base = { requestId: request.id };
  if (error instanceof Problem) {
    return {
      statusCode: error.status,
      error: error.code,
      message: error.text[language],
      ...base,
      ...(error.details && { details: error.details }),
    };
  }
  if (error.validation) {
    const fields = error.validation.map((each) => [
      `${error.validationContext ?? 'request'}${each.instancePath}`,
      each.message ?? 'is not valid',
    ]);
    return {
      statusCode: 400,
      error: 'validation',
      message: validationMessage[language],
      ...base,
      details: Object.fromEntries(fields),
    };
  }
  // Fastify's own errors: a body that is too large or not JSON, an unknown content type.
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return {
      statusCode: status,
      error: 'bad_request',
      message: validationMessage[language],
      ...base,
    };
  }
  return { statusCode: 500, error: 'internal', message: internalErrorMessage[language], ...base };
}
