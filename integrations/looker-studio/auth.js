/**
 * Sign-in with the secret of a reporting access. It is kept in the properties of the person who
 * gave it, for this connector alone.
 * https://developers.google.com/looker-studio/connector/auth
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
 * Takes a secret that Seller Connect accepts.
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

/** Whether there is a secret that was not revoked. An outage is no reason to ask for another one. */
function isAuthValid() {
  const key = PropertiesService.getUserProperties().getProperty(keyProperty);
  return key !== null && ask('/reports/data_sets', key).status !== 401;
}

function resetAuth() {
  PropertiesService.getUserProperties().deleteProperty(keyProperty);
}

/** Details of failures stay with whoever deployed the connector: nobody sees them in a report. */
function isAdminUser() {
  return false;
}

/** @returns {string} */
function keyOrFail() {
  const key = PropertiesService.getUserProperties().getProperty(keyProperty);
  return key ?? fail(messages().signInAgain);
}
