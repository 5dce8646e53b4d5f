import type { Registration } from '../../../store/mail-store.ts'
import { parseAddress, requireAgentName } from '../../domain/addressing/address.ts'
import { listed } from '../../domain/addressing/listed.ts'
import { wakePolicies } from '../../domain/bell.ts'
import { MailError } from '../../domain/errors.ts'
import { registrableKinds } from '../../domain/priority.ts'
import { choice, flag, type Input, number, requiredText, text, texts } from '../../input/input.ts'
import type { Context } from '../context.ts'

/** The agent that a command is about. */
export const whoField = requiredText('The agent', {
  positional: true,
  completes: 'agent',
  placeholder: 'ADDRESS',
})

export const agentFields = {
  role: text('Its role: mail to role:NAME reaches it', { placeholder: 'NAME' }),
  swarm: text('Its swarm', { placeholder: 'NAME' }),
  tag: texts('A tag that addresses it, such as project:inscription', { placeholder: 'TAG' }),
  untag: texts('A tag to remove', { placeholder: 'TAG' }),
  session: text('The session it runs in', { placeholder: 'ID' }),
  kind: choice(registrableKinds, 'The kind of agent'),
  pane: text('The tmux pane it runs in', { placeholder: '%N' }),
  reportsTo: text('Its supervisor', { completes: 'agent', placeholder: 'ADDRESS' }),
  canComplete: flag('It may complete tasks'),
  watched: flag('Notify its supervisor when it falls silent'),
  wake: choice(wakePolicies, 'Which mail rings its bell (default: as the settings say)'),
  talksTo: texts('Addresses it may write to (default: everyone)', { placeholder: 'PATTERN' }),
  budget: number('A budget of N messages an hour'),
} as const

export const registeringFields = {
  ...agentFields,
  allowLookalike: flag('Register it even if its name looks like another name; for people only'),
} as const

const addressing = /^(?:role|project|concern|domain):[^\s:]+$/u

/** @throws MailError `usage` */
export function registrationOf(
  written: string,
  input: Input<typeof agentFields>,
  { paneServer = null }: Pick<Context, 'paneServer'>,
): Registration {
  const { name, longForm } = requireAgentName(written)
  const tags = input.tag && listed(input.tag)
  for (const tag of tags ?? []) {
    if (!addressing.test(tag))
      throw new MailError(
        'usage',
        `Invalid tag: ${tag}`,
        'Use role:NAME, project:NAME, concern:NAME or domain:NAME.',
      )
  }
  return {
    address: name,
    longForm,
    ...given('kind', input.kind),
    ...given('role', orNone(input.role)),
    ...given('swarm', orNone(input.swarm)),
    ...given('addTags', tags),
    ...given('removeTags', input.untag && listed(input.untag)),
    ...given('session', orNone(input.session)),
    ...given('pane', orNone(input.pane)),
    ...given('paneServer', input.pane === undefined ? undefined : input.pane === '' ? null : paneServer),
    ...given('reportsTo', input.reportsTo ? requireAgentName(input.reportsTo).name : orNone(input.reportsTo)),
    ...given('canComplete', input.canComplete),
    ...given('watched', input.watched),
    ...given('wake', input.wake),
    ...given('talksTo', input.talksTo?.filter((pattern) => pattern !== '').map(requireRule)),
    ...given('budget', input.budget),
  }
}

/** An agent or a pattern of agents: a recipient's address shows no other kind, such as a role. @throws MailError `usage` */
function requireRule(pattern: string): string {
  const { type } = parseAddress(pattern)
  if (type === 'agent' || type === 'pattern' || type === 'remote') return pattern.trim()
  throw new MailError(
    'usage',
    `--talks-to accepts agents and patterns, not ${pattern}`,
    'Use an address, or a pattern such as greenplace/*, where * stands for one part.',
  )
}

/** An empty text takes away what was there. */
function orNone(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V })
}
