import { strengths } from './evidence.ts'
import {
  agentName,
  command,
  duration,
  oneOf,
  positive,
  type Read,
  share,
  swarmName,
  texts,
  wholeNumber,
  word,
  yesOrNo,
} from './setting-readers.ts'

import { noticeWays, themeWords } from './settings.ts'

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
  editor: command,
  opener: command,
  theme: oneOf(themeWords),
  notices: oneOf(noticeWays),
  mouse: oneOf(['on', 'off']),
  motion: oneOf(['full', 'reduced']),
  'redispatch.promote_after': wholeNumber,
  'redispatch.promote_to': agentName,
} as const satisfies Readonly<Record<string, Read<unknown>>>
export type Leaf = keyof typeof leaves
