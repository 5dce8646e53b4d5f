import { homedir } from 'node:os'
import { join } from 'node:path'
import { type LibpqVariables, libpqVariables } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import { own } from '../domain/own.ts'
import { readSmallFile } from '../small-file.ts'

/** Where Debian keeps it: programs of libpq have their own place built in, which nobody else can ask for. */
const systemFolder = '/etc/postgresql-common'
const fileName = 'pg_service.conf'
/** The settings of a service, by their names in an address. */
const parameters = [
  'host',
  'port',
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'connect_timeout',
  'target_session_attrs',
]

/**
 * An address with the settings of its service: `?service=NAME`, else `PGSERVICE`, as programs of libpq have it. The files are the
 * user's and the system's own. What the address says itself stays.
 * @throws MailError `usage` for a service that no file has
 */
export function withService(address: string): string {
  const variables = libpqVariables()
  const url = new URL(address)
  const named = url.searchParams.get('service')
  const service = named ?? variables.service ?? ''
  if (service === '') return address
  const said = findService(service, variables)
  url.searchParams.delete('service')
  const parts: Readonly<Record<string, string>> = { host: url.hostname, port: url.port, user: url.username }
  for (const name of parameters) {
    const value = said.get(name)
    const isSaid = (own(parts, name) ?? '') !== '' || url.searchParams.has(name)
    if (value !== undefined && !isSaid) url.searchParams.set(name, value)
  }
  const database = said.get('dbname')
  if (database !== undefined && url.pathname.length < 2) url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

function findService(service: string, { file, folder }: LibpqVariables): ReadonlyMap<string, string> {
  const files = [file ?? join(homedir(), `.${fileName}`), join(folder ?? systemFolder, fileName)]
  for (const one of files) {
    const found = serviceIn(readSmallFile(one, 'person') ?? '', service)
    if (found !== null) return found
  }
  throw new MailError(
    'usage',
    `There is no service ${service} in ${files.join(' or ')}.`,
    'Add it to the first of them: [NAME], then host=, dbname= and user= on lines of their own.',
  )
}

/** The first section of that name. */
function serviceIn(text: string, service: string): ReadonlyMap<string, string> | null {
  const lines = text.split(/\r?\n/u).map((line) => line.trim())
  const begin = lines.indexOf(`[${service}]`)
  if (begin === -1) return null
  const rest = lines.slice(begin + 1)
  const end = rest.findIndex((line) => line.startsWith('['))
  const own = rest.slice(0, end === -1 ? rest.length : end)
  return new Map(
    own.flatMap((line) => {
      const at = line.indexOf('=')
      return at === -1 || line.startsWith('#') ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
    }),
  )
}
