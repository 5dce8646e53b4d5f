import { wakePolicies } from '../bell.ts'
import { strengths } from '../debates/evidence.ts'
import { reservationWays } from '../reservation.ts'
import {
  agentName,
  command,
  duration,
  folderBelow,
  oneOf,
  onOrOff,
  positive,
  type Read,
  share,
  swarmName,
  texts,
  wholeNumber,
  word,
  yesOrNo,
} from './setting-readers.ts'
import { type TerminalLeaf, type TerminalValue, terminalWords } from './terminal-settings.ts'

type TerminalReaders = { readonly [K in TerminalLeaf]: Read<TerminalValue<K>> }

const terminalReaders = Object.fromEntries(
  Object.entries(terminalWords).map(([name, { words }]) => [name, readerOf(words)]),
)

function readerOf(words: readonly string[] | 'any' | 'on-off'): Read<unknown> {
  if (words === 'any') return word
  return words === 'on-off' ? onOrOff : oneOf(words)
}

/** Every setting that has one value, by its path, and how it is read. */
export const leaves = {
  swarm: swarmName,
  'swarm.name': swarmName,
  'swarm.entrypoint': word,
  'swarm.description': word,
  'swarm.keywords': texts,
  'swarm.public': yesOrNo,
  'swarm.max_steps': wholeNumber,
  'swarm.breakpoint_tools': texts,
  'swarm.supervisors': texts,
  durability: oneOf(['normal', 'full']),
  'archive.beyond': wholeNumber,
  'mailbox.base_dir': folderBelow,
  'mailbox.archive_after': duration,
  'mailbox.max_queue_size': wholeNumber,
  'mailbox.max_rounds_per_topic': positive,
  'mailbox.deadlock_threshold': positive,
  'mailbox.escalate_on_deadlock': yesOrNo,
  'mailbox.escalate_topics': texts,
  'mailbox.evidence_required.for_claims': oneOf(['optional', 'required']),
  'mailbox.evidence_required.for_counters': oneOf(['optional', 'required']),
  'mailbox.evidence_required.minimum_strength': oneOf(strengths),
  'orchestration.consensus_threshold': share,
  'orchestration.max_debate_rounds': positive,
  'patrol.silent_after': duration,
  'patrol.overdue_after': duration,
  loop_cap: wholeNumber,
  sender_cap: wholeNumber,
  trusted_proxies: texts,
  peers_may_write_to_people: yesOrNo,
  wake: oneOf(wakePolicies),
  reservations: oneOf(reservationWays),
  approvals: oneOf(['on', 'off']),
  'approvals.confirm': oneOf(['ssh-agent']),
  'approvals.key': word,
  approvals_wait: duration,
  agents_may_act_for_me: yesOrNo,
  allow_network_filesystem: yesOrNo,
  editor: command,
  opener: command,
  ...(terminalReaders as TerminalReaders),
  'redispatch.promote_after': wholeNumber,
  'redispatch.promote_to': agentName,
} as const satisfies Readonly<Record<string, Read<unknown>>>
export type Leaf = keyof typeof leaves
