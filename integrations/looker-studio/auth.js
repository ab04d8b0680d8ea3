/**
 * Sign-in with the secret of a report access. The secret is stored in the user properties of the Google
 * account, which only this connector can read.
 *
 * @see https://developers.google.com/looker-studio/connector/auth
 */

const keyProperty = 'dscc.key';

function getAuthType() {
  const connector = DataStudioApp.createCommunityConnector();
  return connector
    .newAuthTypeResponse()
    .setAuthType(connector.AuthType.KEY)
    .setHelpUrl(`${sellerConnectOrigin()}/settings/reporting-tools`)
    .build();
}

/**
 * Stores a secret if Seller Connect accepts it.
 * @param {{ key: string }} request
 * @returns {{ errorCode: 'NONE' | 'INVALID_CREDENTIALS' }}
 */
function setCredentials(request) {
  const key = (request.key || '').trim();
  const answer = key === '' ? null : ask('/reports/data_sets', key);
  if (answer === null || answer.status === 401) return { errorCode: 'INVALID_CREDENTIALS' };
  if (answer.status !== 200) failWith(answer);
  PropertiesService.getUserProperties().setProperty(keyProperty, key);
  return { errorCode: 'NONE' };
}

/**
 * Returns whether a secret is stored that is not revoked. An outage counts as valid, so that the user is
 * not prompted for another one.
 */
function isAuthValid() {
  const key = PropertiesService.getUserProperties().getProperty(keyProperty);
  return key !== null && ask('/reports/data_sets', key).status !== 401;
}

function resetAuth() {
  PropertiesService.getUserProperties().deleteProperty(keyProperty);
}

/** Returns false, so that error details are never shown in a report. */
function isAdminUser() {
  return false;
}

/** @returns {string} */
function keyOrFail() {
  const key = PropertiesService.getUserProperties().getProperty(keyProperty);
  return key ?? fail(messages().signInAgain);
}
