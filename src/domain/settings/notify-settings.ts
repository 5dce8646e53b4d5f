import { type AlertField, alertFields } from '../alerts/alert.ts'
import { type AlertInput, alertInputs } from '../alerts/alert-inputs.ts'
import { type QuietHours, readQuietHours } from '../alerts/quiet-hours.ts'
import { type AttentionReason, attentionReasons } from '../attention.ts'
import { priorities } from '../priority.ts'
import { problemOfArguments } from './field-arguments.ts'
import { duration, oneOf, positive, type Read, texts } from './setting-readers.ts'
import { type AlertProgram, defaultSettings, type NotifySettings } from './settings.ts'
import type { YamlEntry, YamlValue } from './yaml.ts'

type Refuse = (entry: YamlEntry, what: string, hint: string) => never
type Tell = (expected: string) => never

const known = [
  'programs',
  'input',
  'trusted',
  'reasons',
  'least_priority',
  'quiet_hours',
  'most_an_hour',
  'after_last_key',
] as const

const { notify: usual } = defaultSettings

/** The block `notify:` of the settings. */
export function readNotify(entries: readonly YamlEntry[], refuse: Refuse): NotifySettings {
  const stray = entries.find(({ key }) => !(known as readonly string[]).includes(key))
  if (stray !== undefined)
    refuse(stray, `unknown setting notify.${stray.key}`, `The settings here are ${known.join(', ')}.`)
  const read = <T>(key: (typeof known)[number], reader: Read<T>, fallback: T): T => {
    const line = entries.find((one) => one.key === key)
    if (line === undefined) return fallback
    return reader(line.value, (expected) =>
      refuse(line, `notify.${key} is not valid`, `It must be ${expected}.`),
    )
  }
  const inside = (key: 'programs' | 'input') => read(key, mapOf, [])
  const inputs = readInputs(inside('input'), refuse)
  const trusted = read('trusted', texts, [])
  const programs = inside('programs').map((entry) =>
    readProgram(entry, { inputs, isTrusted: trusted.includes(entry.key) }, refuse),
  )
  for (const { entry, name } of inputs)
    if (!programs.some((one) => one.name === name))
      refuse(entry, `notify.input names no program: ${name}`, 'Name one of notify.programs.')
  return {
    programs,
    reasons: read('reasons', reasonsOf, usual.reasons),
    leastPriority: read('least_priority', oneOf(priorities), usual.leastPriority),
    quietHours: read('quiet_hours', quietHoursOf, usual.quietHours),
    mostAnHour: read('most_an_hour', positive, usual.mostAnHour),
    afterLastKey: read('after_last_key', duration, usual.afterLastKey),
  }
}

function mapOf(value: YamlValue, tell: Tell): readonly YamlEntry[] {
  if (value.type === 'map') return value.entries
  return value.type === 'text' && value.text === '' ? [] : tell('a block with a name in each line')
}

type Given = { readonly entry: YamlEntry; readonly name: string; readonly input: AlertInput }

function readInputs(entries: readonly YamlEntry[], refuse: Refuse): readonly Given[] {
  return entries.map((entry) => ({
    entry,
    name: entry.key,
    input: oneOf(alertInputs)(entry.value, (expected) =>
      refuse(entry, `notify.input.${entry.key} is not valid`, `It must be ${expected}.`),
    ),
  }))
}

/** These have nothing in them that others wrote. */
const ours: readonly AlertField[] = ['reason', 'id', 'priority', 'count']

type Beside = { readonly inputs: readonly Given[]; readonly isTrusted: boolean }

function readProgram(entry: YamlEntry, { inputs, isTrusted }: Beside, refuse: Refuse): AlertProgram {
  const { key: name, value } = entry
  const where = `notify.programs.${name}`
  if (!/^[a-z][a-z0-9-]{0,39}$/u.test(name))
    refuse(entry, `${where}: invalid name of a program`, 'Use small letters, digits and -, such as desktop.')
  const run = value.type === 'list' ? value.items.map(({ text }) => text) : []
  if (run.length === 0 || run[0] === '')
    refuse(entry, `${where} is no list of a program and its arguments`, example)
  const problem = problemOfArguments(run, {
    names: alertFields,
    ours: isTrusted ? alertFields : ours,
    instead: () =>
      `Give the field after --, read the item from standard input in a script of your own, or add trusted: [${name}].`,
  })
  if (problem !== null) refuse(entry, `${where}: ${problem.what}`, problem.hint)
  return { name, run, input: inputs.find((one) => one.name === name)?.input ?? 'json' }
}

const example = 'Example: [notify-send, --, "{title}", "{text}"]'

function reasonsOf(value: YamlValue, tell: Tell): readonly AttentionReason[] {
  return texts(value, tell).map(
    (text) => attentionReasons.find((reason) => reason === text) ?? tell(`of ${attentionReasons.join(', ')}`),
  )
}

function quietHoursOf(value: YamlValue, tell: Tell): QuietHours {
  const hours = value.type === 'text' ? readQuietHours(value.text) : null
  return hours ?? tell('two times of the day such as 22:00-07:00')
}
