import { sanitize, sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type {
  AskedValue,
  DefinedAgentValue,
  DefinitionValue,
  PeerValue,
} from '../../../values/swarms-schema.ts'
import type { TokenValue } from '../../../values/tokens-schema.ts'
import { age } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

const cell = (text: string, colour?: Cell['colour']): Cell => ({ text: sanitizeLine(text), colour })

export function printCreatedToken({ token, role, id, key }: Values['createdToken']): Printed {
  return {
    lines: [sanitizeLine(token)],
    notes: [
      `Token for ${id} with the role ${role}. It is not shown again. To revoke it, run \`watchpost token revoke ${key}\`.`,
    ],
  }
}

export function printTokens({ tokens }: Values['tokens'], sheet: Sheet): Printed {
  if (tokens.length === 0)
    return { lines: [], notes: ['No tokens. Create one with `watchpost token create`.'] }
  const rows = tokens.map(({ key, role, id, createdAt, revokedAt }) => [
    cell(key),
    cell(role),
    cell(id),
    cell(revokedAt === null ? `${age(createdAt, sheet.now)} old` : 'revoked', 'dim'),
  ])
  return { lines: table(rows, sheet, 2), notes: [] }
}

export function printToken(token: TokenValue, sheet: Sheet): Printed {
  return printTokens({ tokens: [token] }, sheet)
}

export function printPeers({ swarms, forgotten = [] }: ListedPeers, sheet: Sheet): Printed {
  if (swarms.length + forgotten.length === 0)
    return { lines: [], notes: ['No other swarms. Register one with `watchpost swarm register NAME URL`.'] }
  const rows = swarms.map((peer) => [
    cell(peer.active ? '●' : '○', peer.active ? 'green' : 'red'),
    cell(peer.name),
    cell(peer.url),
    cell(`MAIL ${peer.version}`, 'dim'),
    cell(`seen ${age(peer.lastSeen, sheet.now)} ago`, 'dim'),
    troubleCell(peer, sheet),
    cell(peer.description, 'dim'),
  ])
  const gone = forgotten.map(({ name, url, forgottenAt }) => [
    cell('○', 'red'),
    cell(name),
    cell(url),
    cell(''),
    cell(`forgotten ${age(forgottenAt, sheet.now)} ago`, 'dim'),
    cell('registered only while the server ran', 'yellow'),
    cell(''),
  ])
  return { lines: table([...rows, ...gone], sheet, 6), notes: [] }
}

type ListedPeers = Pick<Values['peers'], 'swarms'> & Partial<Values['peers']>

function troubleCell({ waiting, waitingSince, givenUp, problem }: PeerValue, sheet: Sheet): Cell {
  const parts = [
    ...(waitingSince === null ? [] : [`${waiting} waiting for ${age(waitingSince, sheet.now)}`]),
    ...(givenUp === 0 ? [] : [`${givenUp} given up`]),
  ]
  const why = problem === null || parts.length === 0 ? '' : `: ${problem}`
  return cell(`${parts.join(', ')}${why}`, 'yellow')
}

export function printPeer(peer: PeerValue, sheet: Sheet): Printed {
  return printPeers({ swarms: [peer] }, sheet)
}

export function printDefinition(definition: DefinitionValue, sheet: Sheet): Printed {
  const { entrypoint, description, keywords, supervisors, breakpointTools, maxSteps, loaded } = definition
  const rows = [
    ['entrypoint', entrypoint ?? 'none'],
    ['supervisors', supervisors.join(', ')],
    ['description', description],
    ['keywords', keywords.join(', ')],
    ['public', definition.public ? 'yes' : 'no'],
    ['steps', maxSteps === null ? 'no limit' : String(maxSteps)],
    ['breakpoints', breakpointTools.join(', ')],
    ...definition.agents.map(({ agent, ...set }) => [agent, rightsText(set)]),
  ].filter(([, text]) => text !== '')
  const from = loaded
    ? 'An administrator loaded it. `watchpost swarm definition drop` returns to the settings.'
    : 'From the `swarm` section of the settings.'
  return {
    lines: table(
      rows.map(([name = '', text = '']) => [cell(name, 'dim'), cell(text)]),
      sheet,
      1,
    ),
    notes: [from],
  }
}

export function printDroppedDefinition(dropped: Values['droppedDefinition'], sheet: Sheet): Printed {
  const { lines, notes } = printDefinition(dropped, sheet)
  const back = dropped.takenBack.map(
    ({ agent, ...rights }) => `${agent} has its rights back: ${rightsText(rights)}.`,
  )
  const kept = dropped.changedSince.map((agent) => `${agent} was changed since the load, and keeps that.`)
  return { lines, notes: [...[...back, ...kept].map((text) => sanitizeLine(text)), ...notes] }
}

function rightsText({ talksTo, canComplete }: Omit<DefinedAgentValue, 'agent'>): string {
  const writes = talksTo?.length === 0 ? 'may write to everybody' : `may write to ${talksTo?.join(', ')}`
  const completes = canComplete ? 'may complete tasks' : 'may not complete tasks'
  return [...(talksTo === null ? [] : [writes]), ...(canComplete === null ? [] : [completes])].join('; ')
}

export function printPing({ swarm, url, version, milliseconds }: Values['pinged']): Printed {
  const name = swarm ?? 'an unnamed swarm'
  return { lines: [sanitizeLine(`${name} at ${url} speaks MAIL ${version} (${milliseconds} ms)`)], notes: [] }
}

export function printAsked({ event, task, text, response }: AskedValue): Printed {
  if (response !== null)
    return { lines: sanitize(text).split('\n'), notes: task === null ? [] : [`task ${sanitizeLine(task)}`] }
  const where = task === null ? '' : ` in ${task}`
  return { lines: [], notes: [sanitizeLine(`${event}${where}: ${text}`)] }
}
