import { MailError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Peer } from '../../domain/peer.ts'
import type { Context } from '../context.ts'
import type { NetworkDriver } from '../network-driver.ts'

export type Inspected = Pick<Peer, 'version' | 'description' | 'keywords' | 'public'> & {
  readonly name: string | null
}

const patience = 10_000
/** The path of the remaining facts, for servers that answer `GET /` as in MAIL's OpenAPI. */
const compatible = '/compat/mail-1.3.6'

export function requireNetwork({ network }: Context): NetworkDriver {
  if (network !== undefined) return network
  throw new MailError(
    'not-allowed',
    'Other servers cannot be reached from here.',
    'Run the command in a shell.',
  )
}

/**
 * A server's description of its swarm: `GET /` in either of its two shapes, and other routes for missing fields.
 * @throws MailError `not-found` · `timeout` · `usage` it does not speak MAIL
 */
export async function inspectServer(context: Context, baseUrl: string): Promise<Inspected> {
  const root = await fetchObject(context, baseUrl)
  const full = isJsonObject(root['swarm']) ? root : await quietly(fetchObject(context, baseUrl + compatible))
  const swarm = full !== null && isJsonObject(full['swarm']) ? full['swarm'] : {}
  const name = textIn(swarm, 'name') ?? textIn(root, 'swarm')
  const version = textIn(root, 'protocol_version') ?? textIn(root, 'version')
  if (name === null || version === null)
    throw new MailError(
      'usage',
      `${baseUrl} is not a MAIL server.`,
      'Give the base URL of a server that speaks MAIL 1.3.',
    )
  return {
    name,
    version,
    description: textIn(swarm, 'description') ?? '',
    keywords: keywordsIn(swarm['keywords']),
    public: swarm['public'] === true,
  }
}

async function fetchObject(context: Context, url: string): Promise<JsonObject> {
  const { status, text } = await requireNetwork(context).ask({ url, timeout: patience })
  const value = parsed(text)
  if (status === 200 && isJsonObject(value)) return value
  throw new MailError(
    'not-found',
    `${url} answered with status ${status}; it does not seem to be a MAIL server.`,
    'Give the base URL of a server that speaks MAIL 1.3.',
  )
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

async function quietly<T>(promise: Promise<T>): Promise<T | null> {
  return promise.catch(() => null)
}

function textIn(record: JsonObject, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' ? value : null
}

function keywordsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : []
}
