import { sanitizeLine } from '../../../domain/sanitize.ts'
import { emptyField, fieldOf, offeredField } from '../compose/editor/field.ts'
import type { Act } from '../effect.ts'
import type { PlaceDeed } from '../keymap.ts'
import { withKeys } from '../keys/actions.ts'
import { chosenIds } from '../panes/inbox/chosen.ts'
import { agentHere, queueHere, troubleHere } from '../panes/inbox/scopes.ts'
import { messageHere } from '../panes/thread/here.ts'
import type { Asked, State } from '../state.ts'
import { type Step, say } from '../step.ts'
import { targetsOf } from './deeds.ts'

/** Carries out a deed on the place, the agent or the item that one is at. */
export function placeDeed(state: State, deed: PlaceDeed): Step {
  switch (deed) {
    case 'claim': {
      const queue = queueHere(state)
      return queue === null ? nothingHere(state) : act(state, { verb: 'claim', queue })
    }
    case 'release':
    case 'renew':
      return onClaim(state, deed)
    case 'again':
      return again(state)
    case 'pause':
      return pause(state)
    case 'subscribe':
      return subscribe(state)
    case 'add':
      return addMembers(state)
    case 'remove':
      return removeMembers(state)
    case 'close':
      return close(state)
    case 'create':
      return ask(
        state,
        'New (queue NAME, channel NAME, group NAME MEMBER…):',
        { type: 'create' },
        fieldOf(kindHere(state)),
      )
    case 'nudge': {
      const agent = agentHere(state)
      return agent === null ? nothingHere(state) : askNudge(state, agent)
    }
    case 'assign':
      return askAssignment(state)
    case 'jump': {
      const agent = agentHere(state)
      return agent === null ? nothingHere(state) : act(state, { verb: 'jump', agent })
    }
  }
}

export function act(state: State, act: Act): Step {
  return [state, { type: 'act', act }]
}

function nothingHere(state: State): Step {
  return say(state, 'There is nothing here for that key.')
}

/** Names in a question are others' text. */
function ask(state: State, label: string, asked: Asked, offered = emptyField): Step {
  // What was refused is there to be mended.
  const { refused } = state
  const again = refused !== null && JSON.stringify(refused.asked) === JSON.stringify(asked)
  const field = again ? fieldOf(refused.text) : offered
  const question = { type: 'place', label: sanitizeLine(label), asked } as const
  return [{ ...state, overlay: { type: 'prompt', question, field } }]
}

/** Asked even where no pane is known: who types at once must not have the words taken for keys. */
function askNudge(state: State, agent: string): Step {
  const known = state.roster.agents.find(({ address }) => address === agent)
  const label = known?.pane === null ? `Type to ${agent}, whose pane is not known:` : `Type to ${agent}:`
  const trouble = troubleHere(state)
  const about =
    trouble?.why === 'unanswered' && trouble.agent === agent ? (trouble.message?.id ?? null) : null
  return ask(state, label, { type: 'nudge', agent, about })
}

/** Whoever sits at the same mail is likely meant. */
function askAssignment(state: State): Step {
  const message = messageHere(state)
  if (message === undefined) return nothingHere(state)
  const other = state.pair.others.find(({ who }) => who !== state.me.address)?.who ?? ''
  return ask(state, 'Hand this thread to:', { type: 'assign', thread: message.id }, offeredField(other))
}

function onClaim(state: State, verb: 'release' | 'renew'): Step {
  const message = messageHere(state)
  if (message?.lease === null || message?.lease === undefined)
    return say(state, withKeys(state.keymap, 'Nobody has taken this: {claim} takes the next item.'))
  return act(state, { verb, message: message.id, attempt: message.lease.attempt })
}

/** Retries your own failed work; a dead letter or a failed request of yours asks for its recipient. */
function again(state: State): Step {
  const message = messageHere(state)
  if (message === undefined) return nothingHere(state)
  const isFailedRequest = message.status === 'failed' && message.owner !== state.me.address
  if (message.condition === 'dead' || isFailedRequest)
    return ask(state, 'Deliver again to (its owner):', { type: 'redeliver', message: message.id })
  if (message.status !== 'failed')
    return say(state, 'Only what failed, or is a dead letter, is taken up again.')
  return [state, { type: 'deed', deed: { verb: 'retry', targets: targetsOf(state) } }]
}

function pause(state: State): Step {
  const queue = queueHere(state)
  if (queue === null) return nothingHere(state)
  const status = state.roster.places.queues.find(({ name }) => name === queue)?.status
  return act(state, { verb: status === 'active' || status === undefined ? 'pause' : 'resume', queue })
}

function subscribe(state: State): Step {
  const { source } = state.list
  if (source.type !== 'channel') return nothingHere(state)
  const channel = state.roster.places.channels.find(({ name }) => name === source.name)
  return act(state, { verb: channel?.subscribed ? 'unsubscribe' : 'subscribe', channel: source.name })
}

function addMembers(state: State): Step {
  const { source } = state.list
  if (source.type !== 'group') return nothingHere(state)
  return ask(state, `Add to ${source.name} (agents, patterns, role:NAME, groups):`, {
    type: 'add',
    group: source.name,
  })
}

function removeMembers(state: State): Step {
  const { source } = state.list
  const members = chosenIds(state.list)
  if (source.type !== 'group' || members.length === 0) return nothingHere(state)
  const next = { ...state, list: { ...state.list, marked: new Set<string>(), anchor: null } }
  return act(next, { verb: 'remove', group: source.name, members })
}

function close(state: State): Step {
  const { source } = state.list
  const queue = queueHere(state)
  const sure = (what: string, act: Act) => ask(state, `${what} (y, n):`, { type: 'sure', act })
  if (queue !== null) return sure(`Close the queue ${queue}?`, { verb: 'close-queue', queue })
  if (source.type === 'group')
    return sure(`Delete the group ${source.name}?`, { verb: 'delete-group', group: source.name })
  if (source.type !== 'channel') return nothingHere(state)
  const channel = source.name
  const closed = state.roster.places.channels.find(({ name }) => name === channel)?.status === 'closed'
  return closed
    ? sure(`Delete the channel ${channel}? Copies stay.`, { verb: 'delete-channel', channel })
    : sure(`Close the channel ${channel}?`, { verb: 'close-channel', channel })
}

/** What one is likely to make next: another of what is listed. */
function kindHere({ list }: State): string {
  const { type } = list.source
  return type === 'channel' || type === 'group' || type === 'queue' ? `${type} ` : ''
}
