import type { Dice } from './dice.ts'

const plain = [
  'build',
  'test',
  'deploy',
  'parser',
  'flaky',
  'crash',
  'merge',
  'branch',
  'review',
  'Review',
  'naïve',
  'foo-bar',
  'a.b',
  'src/a.ts',
  'C:\\x',
  '100%',
  '_',
  "it's",
  '"',
  ';--',
  'NULL',
  '0',
  '-1',
  '1e400',
]
/** Text that an engine, its search or a line of JSON may treat in its own way. */
const strange = [
  '\u0000',
  'nul\u0000behind',
  '\ud83d',
  '\ude00half',
  'سلام',
  '\u202eesrever\u202c',
  'e\u0301',
  'é',
  'ﬃ',
  'ß',
  'İ',
  '東京',
  '👩\u200d🚀',
  '\u001b[2J',
  '\u2028',
  '\r\n',
  '\ttab',
  '\ufeff',
  '\uffff',
  '\\u0000',
  '$1',
  '${x',
  '%s',
  'x'.repeat(300),
  'z\u0300\u0301\u0302\u0303',
]
const huge = 'long line of a body '.repeat(4_000)

export function word(dice: Dice): string {
  return dice.chance(0.25) ? dice.pick(strange) : dice.pick(plain)
}

export function text(dice: Dice, most = 6): string {
  if (dice.chance(0.02)) return ''
  if (dice.chance(0.004)) return huge
  return dice.several(most, () => word(dice)).join(dice.pick([' ', ' ', ' ', '\n', '']))
}

const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e21,
  1e-7,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  Number.MAX_SAFE_INTEGER,
  1.7976931348623157e308,
  5e-324,
]

export function json(dice: Dice, depth = 2): unknown {
  const leaf = dice.pick([
    () => dice.pick(numbers),
    () => text(dice, 2),
    () => dice.chance(0.5),
    () => null,
    () => '9223372036854775807',
  ])
  if (depth <= 0 || dice.chance(0.4)) return leaf()
  if (dice.chance(0.4)) return dice.several(3, () => json(dice, depth - 1))
  return object(dice, depth)
}

const names = [
  'a',
  'Z',
  'b',
  '10',
  '2',
  '__proto__',
  '',
  'escalation_id',
  'deadline',
  'naïve',
  '\u0000',
  '\ud83d',
]

/** Keys in no order, some alike to other engines. */
export function object(dice: Dice, depth = 2): Readonly<Record<string, unknown>> {
  return Object.fromEntries(dice.several(4, () => [dice.pick(names), json(dice, depth - 1)]))
}
