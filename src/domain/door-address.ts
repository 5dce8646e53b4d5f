import { MailError } from './errors.ts'

/** A store that is reached through a program or a socket, or that is on a server. */
export type DoorAddress =
  | {
      readonly type: 'ssh'
      readonly host: string
      readonly user: string | null
      readonly port: string | null
      readonly path: string
    }
  | { readonly type: 'exec'; readonly command: string }
  | { readonly type: 'unix'; readonly path: string }
  | { readonly type: 'postgres'; readonly url: string }

const hint =
  'Name a folder, ssh://HOST/PATH, exec:COMMAND, unix:SOCKET, or postgres://USER@HOST/DATABASE. To use another machine often, run `watchpost link`.'
/** Neither an option of ssh nor anything that a shell would read. */
const safe = /^[A-Za-z0-9_[][A-Za-z0-9._:\]-]*$/u

/**
 * Reads the address of a store that lies elsewhere; `null` for a path.
 * @param name the flag or variable, for errors
 * @throws MailError `usage`
 */
export function readDoorAddress(text: string, name: string): DoorAddress | null {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/isu.exec(text) ?? []
  switch (scheme.toLowerCase()) {
    case 'exec':
      if (rest.trim() === '') throw new MailError('usage', `${name} names no program: ${text}`, hint)
      return { type: 'exec', command: rest }
    case 'unix':
      if (!rest.startsWith('/'))
        throw new MailError('usage', `${name} needs the absolute path of a socket: ${text}`, hint)
      return { type: 'unix', path: rest }
    case 'ssh':
      return sshAddress(text, name)
    case 'postgres':
    case 'postgresql':
      return postgresAddress(text, name)
    default:
      if (!rest.startsWith('//')) return null
      throw new MailError('usage', `${name} is not a store: ${text}`, hint)
  }
}

/**
 * An address of several servers, `postgres://ada@one:5432,two/mail`, or of a user without one, as programs of libpq have them, in the words
 * that every reader of a URL knows: `postgres:///mail?user=ada&host=one,two&port=5432,`.
 */
function oneWay(text: string): string {
  const [, scheme = '', user, hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^@/?#]*)(.*)$/isu.exec(text) ?? []
  const isUsual = user === undefined ? !hosts.includes(',') : hosts !== '' && !hosts.includes(',')
  const isOdd = user !== undefined && /%(?![0-9a-f]{2})/iu.test(user)
  if (isUsual || isOdd || !URL.canParse(`${scheme}${rest}`)) return text
  const url = new URL(`${scheme}${rest}`)
  if (user !== undefined) url.searchParams.set('user', decodeURIComponent(user))
  if (hosts !== '') {
    const all = hosts.split(',').map((host) => /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/u.exec(host) ?? [])
    url.searchParams.set('host', all.map(([, name = '']) => name.replace(/^\[|\]$/gu, '')).join(','))
    if (all.some(([, , port]) => port))
      url.searchParams.set('port', all.map(([, , port = '']) => port).join(','))
  }
  return url.href
}

/** A password would be seen in lists of processes, and by every program that is started from here. */
function postgresAddress(said: string, name: string): DoorAddress {
  const isSecret = /^\w+:\/\/[^@/?#]*:[^@/?#]*@/u.test(said) || /[?&]password=/iu.test(said)
  if (isSecret)
    throw new MailError(
      'usage',
      `${name} contains a password.`,
      'Leave it out, and put it into ~/.pgpass or the variable PGPASSWORD.',
    )
  const url = oneWay(said)
  if (!URL.canParse(url)) throw new MailError('usage', `${name} names no database: ${said}`, hint)
  return { type: 'postgres', url }
}

function sshAddress(text: string, name: string): DoorAddress {
  const [, user = null, host = '', port = null, path = ''] =
    /^ssh:\/\/(?:([^@/]*)@)?(\[[^\]/]*\]|[^@/:]*)(?::(\d{1,5}))?(\/.*)?$/isu.exec(text) ?? []
  if (!safe.test(host) || (user !== null && !safe.test(user)))
    throw new MailError('usage', `${name} names no host that ssh can reach: ${text}`, hint)
  if (path.length < 2) throw new MailError('usage', `${name} names no folder on ${host}: ${text}`, hint)
  return { type: 'ssh', host: host.replace(/^\[|\]$/gu, ''), user, port, path }
}
