/** HTTP client for Seller Connect. No other file of the connector makes HTTP calls. */

/** Time limit for paging, in ms. Apps Script ends a call after six minutes. */
const patienceMs = 270000;
const maxWaits = 3;
const maxWaitSeconds = 30;

/**
 * Returns the origin of Seller Connect, which whoever deploys the connector sets once as a script property.
 * It must also be listed in the manifest's `urlFetchWhitelist`.
 * @returns {string} an origin without a trailing slash.
 */
function sellerConnectOrigin() {
  const origin = PropertiesService.getScriptProperties().getProperty('SELLER_CONNECT_ORIGIN');
  return origin ? origin.trim().replace(/\/+$/, '') : fail(messages().noAddress);
}

/**
 * Calls Seller Connect, and retries after `Retry-After` when the response is 429.
 * @param {string} path
 * @param {string} key the secret of a report access.
 * @param {object | null} [body] the JSON to POST; without it the call is a GET.
 * @param {string} [language]
 * @returns {{ status: number, body: any }}
 */
function ask(path, key, body = null, language = languageOf()) {
  for (let waits = 0; ; waits += 1) {
    const response = fetchOnce(path, key, body, language);
    const status = response.getResponseCode();
    if (status !== 429 || waits === maxWaits) {
      return { status, body: parse(response.getContentText()) };
    }
    Utilities.sleep(1000 * secondsToWait(response));
  }
}

/**
 * @param {string} path
 * @param {string} key
 * @param {object | null} body
 * @param {string} language
 */
function fetchOnce(path, key, body, language) {
  /** @type {GoogleAppsScript.URL_Fetch.URLFetchRequestOptions} */
  const options = {
    method: body === null ? 'get' : 'post',
    headers: { Authorization: `Bearer ${key}`, 'Accept-Language': language },
    muteHttpExceptions: true,
    followRedirects: false,
  };
  if (body !== null) {
    options.contentType = 'application/json';
    options.payload = JSON.stringify(body);
  }
  const address = sellerConnectOrigin() + path;
  try {
    return UrlFetchApp.fetch(address, options);
  } catch (error) {
    return fail(messages(language).unreachable, `${address}: ${String(error)}`);
  }
}

/** @param {GoogleAppsScript.URL_Fetch.HTTPResponse} response */
function secondsToWait(response) {
  const headers = Object.entries(response.getAllHeaders());
  const [, wait] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  const seconds = Number(wait ?? 1);
  return seconds >= 1 ? Math.min(seconds, maxWaitSeconds) : 1;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Ends the call with a localized error, for any response that is not successful.
 * @param {{ status: number, body: any }} answer
 * @param {string} [code] the user's language.
 * @returns {never}
 */
function failWith({ status, body }, code) {
  const details = `HTTP ${status}: ${body?.error ?? 'no JSON'}`;
  if (status === 401) return fail(messages(code).signInAgain, details);
  // Seller Connect localizes the message and says what to do.
  if (status < 500 && typeof body?.message === 'string') return fail(body.message, details);
  return fail(messages(code).failed, details);
}

/**
 * @typedef {object} ReportField
 * @property {string} id
 * @property {'text' | 'day' | 'instant' | 'flag' | 'count' | 'money' | 'share' | 'times'} type
 * @property {'none' | 'sum' | 'ratio'} aggregation
 * @property {string} label
 * @property {string | null} about
 * @property {string} [dividend]
 * @property {string} [divisor]
 */

/**
 * @typedef {object} ReportDataSet
 * @property {string} id
 * @property {string} label
 * @property {('committed' | 'created' | 'settled' | 'booked' | 'ad_day')[]} bases
 * @property {string[]} defaultFields
 * @property {ReportField[]} fields
 */

/**
 * Returns the data sets with their fields, labeled in the given language.
 * @param {string} [code]
 * @returns {ReportDataSet[]}
 */
function readDataSets(code) {
  const answer = ask('/reports/data_sets', keyOrFail(), null, languageOf(code));
  if (answer.status !== 200 || !Array.isArray(answer.body?.dataSets)) failWith(answer, code);
  return answer.body.dataSets;
}

/**
 * @typedef {object} ReportPage
 * @property {ReportField[]} schema
 * @property {(string | number | boolean | null)[][]} rows
 * @property {{ currencies: string[] }} meta
 * @property {string | null} nextPageToken
 */

/**
 * Returns one page of rows, or the error response if the query was rejected.
 * @param {object} query
 * @returns {{ page: ReportPage, refused: null } | { page: null, refused: { status: number, body: any } }}
 */
function readPage(query) {
  const answer = ask('/reports/query', keyOrFail(), query);
  const { status, body } = answer;
  const isPage = status === 200 && Array.isArray(body?.rows) && Array.isArray(body?.schema);
  return isPage ? { page: body, refused: null } : { page: null, refused: answer };
}
