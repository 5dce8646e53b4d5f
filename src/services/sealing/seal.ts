import type { Post } from '../../../store/mail-store.ts'
import { isRemote, parseAddress } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import { kindRules } from '../../domain/kind.ts'
import { limits } from '../../domain/limits.ts'
import { isQueueAddress, placeAddress } from '../../domain/places.ts'
import { sealedPreview, sealedText } from '../../domain/seal.ts'
import type { Context } from '../context.ts'
import { requireRing } from '../keys/ring.ts'
import type { Route } from '../posting/route.ts'
import { keysFor } from './keys-for.ts'

type Sealed = {
  readonly post: Post
  readonly warnings: readonly string[]
  /** The sender remembers the keys; once the message is stored. */
  remember(): Promise<readonly string[]>
}

/**
 * A post whose body, payload and context only its readers can read. The store is given nothing else.
 * @throws MailError `usage` for what cannot be sealed · `not-allowed` a reader without a key
 */
export async function sealPost(context: Context, post: Post, route: Route): Promise<Sealed> {
  refuseKinds(post)
  refusePlaces(post, route)
  const ring = await requireRing(context)
  const recipients = route.copies.map(({ address }) => address)
  const { keys, warnings, remember } = await keysFor(context, ring, recipients)
  const body = await ring.seal(sealedText(post), keys)
  if (body.length > limits.body)
    throw new MailError(
      'usage',
      `The sealed message has ${body.length} characters; the limit is ${limits.body}.`,
      'Attach a file with --attach PATH instead.',
    )
  const sameAs = post.key === null ? null : await ring.digest(post.from, contentOf(post))
  return {
    post: {
      ...post,
      body,
      preview: sealedPreview,
      payload: null,
      context: null,
      ...(sameAs === null ? {} : { sameAs }),
    },
    warnings,
    remember,
  }
}

function refuseKinds({ kind }: Post): void {
  const isDebate = kindRules[kind].family === 'debate'
  if (!isDebate && kind !== 'escalation') return
  throw new MailError(
    'usage',
    isDebate
      ? 'A message of a debate cannot be sealed, because its content is judged. Nothing was sent.'
      : 'An escalation cannot be sealed: it is passed on to others who can decide. Nothing was sent.',
    'Send it as a request, or without --seal.',
  )
}

const named: ReadonlySet<string> = new Set(['agent', 'session', 'person', 'group'])

/** The readers of sealed mail must be known when it is sealed. */
function refusePlaces({ to, cc }: Post, { copies, selectors, channels }: Route): void {
  const written = [...to, ...cc].filter((text) => !named.has(parseAddress(text).type))
  const places = [
    ...written,
    ...selectors,
    ...channels.map((name) => placeAddress('channel', name)),
    ...copies.map(({ address }) => address).filter((one) => isQueueAddress(one) || isRemote(one)),
  ]
  const [first] = places
  if (first === undefined) return
  throw new MailError(
    'usage',
    `Sealed mail goes to agents, people and groups of them; ${first} is none of these. Nothing was sent.`,
    'Name the agents. Answers to sealed mail, and forwards of it, are sealed as well.',
  )
}

const content = [
  'to',
  'cc',
  'kind',
  'priority',
  'subject',
  'body',
  'payload',
  'context',
  'attachments',
  'tags',
  'swarm',
  'task',
  'meta',
  'replyTo',
  'thread',
] satisfies readonly (keyof Post)[]

function contentOf(post: Post): string {
  return JSON.stringify(content.map((name) => post[name]))
}
