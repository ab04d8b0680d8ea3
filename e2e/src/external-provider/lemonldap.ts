import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages } from '../../../scripts/testing/debian.ts';
import type { ExternalProvider } from './provider.ts';

/** The portal, the modules that its OpenID Connect part loads, and a web server. */
const packages = [
  'liblemonldap-ng-portal-perl',
  'lemonldap-ng-fastcgi-server',
  'libconvert-base32-perl',
  'libcrypt-openssl-bignum-perl',
  'libio-string-perl',
  'libstring-random-perl',
  'starman',
];
const portalFolder = '/usr/share/lemonldap-ng/portal';
const startMs = 60_000;

/**
 * Starts LemonLDAP::NG, an identity provider in Perl from Debian, with its own login screen, password checks, refresh
 * tokens and signed access tokens.
 * @param appOrigin the product that users sign in to
 * @throws Error if it is not installed and cannot be installed
 */
export async function startLemonLdap(port: number, appOrigin: string): Promise<ExternalProvider> {
  requireLemonLdap();
  const folder = await mkdtemp(join(tmpdir(), 'lemonldap-'));
  const origin = `http://localhost:${port}`;
  for (const each of ['conf', 'cache', 'sessions/lock', 'persistent/lock']) {
    await mkdir(join(folder, each), { recursive: true });
  }
  const configuration = JSON.stringify(configurationOf(folder, `${origin}/`, appOrigin));
  await writeFile(join(folder, 'conf', 'lmConf-1.json'), configuration);
  await writeFile(join(folder, 'lemonldap-ng.ini'), settingsOf(folder));
  await writeFile(join(folder, 'app.psgi'), application);
  let output = '';
  const args = ['--workers', '2', '--host', '127.0.0.1', '--port', String(port)];
  const server = spawn('/usr/bin/starman', [...args, join(folder, 'app.psgi')], {
    cwd: folder,
    env: { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  const stop = async () => {
    await waitForExit(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitForHttp(`${origin}/.well-known/openid-configuration`, server);
  } catch (error) {
    await stop();
    throw new Error(`LemonLDAP::NG did not start:\n${output}`, { cause: error });
  }
  return {
    origin,
    stop,
    async signIn(page) {
      await page.locator('#userfield').fill('dwho');
      await page.locator('#passwordfield').fill('dwho');
      await page.locator('#lform button[type=submit]').first().click();
    },
    isLoginScreen: (page) => page.locator('#passwordfield').isVisible(),
  };
}

function requireLemonLdap(): void {
  if (existsSync(portalFolder) && existsSync('/usr/bin/starman')) return;
  process.stdout.write('Installing LemonLDAP::NG for the tests.\n');
  try {
    installDebianPackages(packages);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `LemonLDAP::NG is not here and could not be installed: ${reason}. On Debian: apt-get install ${packages.join(' ')}.`,
      { cause: error },
    );
  }
}

const application = `use strict;
use Plack::Builder;
# The portal loads its captcha even where none is shown, and the captcha an image library that is not needed here.
BEGIN { $INC{'GD/SecurityImage.pm'} = __FILE__ }
use Lemonldap::NG::Portal::Main;
my $portal = Lemonldap::NG::Portal::Main->run({});
builder {
  enable 'Static', path => qr{^/static/}, root => '${portalFolder}/htdocs/';
  $portal;
};
`;

function settingsOf(folder: string): string {
  return `[all]
logLevel = notice
checkTime = 600
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'lemonldap-ng-config', 'default_expires_in' => 600, 'directory_umask' => '007', 'cache_root' => '${folder}/cache', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = ${portalFolder}/templates
languages = en
[handler]
status = 0
`;
}

function configurationOf(folder: string, issuer: string, appOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const storage = (name: string) => ({
    Directory: `${folder}/${name}`,
    LockDirectory: `${folder}/${name}/lock`,
  });
  return {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: 1,
    cfgLog: '',
    portal: issuer,
    domain: 'localhost',
    securedCookie: 0,
    // Its three sample users, whose passwords equal their names.
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage('persistent'),
    localSessionStorage: '',
    key: 'only-for-tests-16',
    cookieName: 'lemonldap',
    locationRules: { default: { default: 'accept' } },
    exportedHeaders: {},
    captcha_mail_enabled: 0,
    captcha_register_enabled: 0,
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    portalCheckLogins: 0,
    cspFormAction: `'self' ${appOrigin}`,
    // A wildcard does not cover the authorization header.
    corsAllow_Headers: 'authorization,content-type',
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    issuerDBOpenIDConnectRule: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'key-1',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataExportedVars: { product: { name: 'cn', email: 'mail' } },
    oidcRPMetaDataOptions: { product: clientOf(appOrigin) },
  };
}

/** Returns the registration of the product: a public client with PKCE. */
function clientOf(appOrigin: string) {
  const option = 'oidcRPMetaDataOptions';
  return {
    [`${option}ClientID`]: 'seller-connect',
    [`${option}Public`]: 1,
    [`${option}RequirePKCE`]: 1,
    [`${option}RedirectUris`]: `${appOrigin}/ ${appOrigin}/oauth/relay`,
    [`${option}PostLogoutRedirectUris`]: appOrigin,
    [`${option}AccessTokenJWT`]: 1,
    [`${option}AccessTokenSignAlg`]: 'RS256',
    [`${option}IDTokenSignAlg`]: 'RS256',
    [`${option}IDTokenForceClaims`]: 1,
    [`${option}BypassConsent`]: 1,
    [`${option}LogoutBypassConfirm`]: 1,
    [`${option}RefreshToken`]: 1,
    [`${option}UserIDAttr`]: 'uid',
  };
}

async function waitForHttp(address: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + startMs;
  while (server.exitCode === null && Date.now() < deadline) {
    const status = await fetch(address).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    // The portal reads its configuration only once, so this error is permanent.
    if (status >= 500) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('no discovery document');
}

async function waitForExit(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((done) => server.once('close', done));
  server.kill('SIGTERM');
  await exit;
}
