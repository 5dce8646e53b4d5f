import fc from 'fast-check'

/** Pieces a hostile or merely international frame is made of; the widths of some are in dispute. */
const pieces = [
  ...'abc  ',
  '     ',
  'word ',
  '─│╭╮',
  '●',
  '…',
  '日本',
  '한',
  '👍',
  '⚠️',
  '❤',
  '🇩🇪',
  '👩\u200d🚀',
  'e\u0301',
  'n\u0303\u0332',
  '\u0301',
  '\u200b',
  '\x07',
  '\x9b2J',
  '\x1b[2K',
  '\x1b[31m',
  '\x1b[1m',
  '\x1b[2m',
  '\x1b[22m',
  '\x1b[7m',
  '\x1b[27m',
  '\x1b[48;5;24m',
  '\x1b[30;43m',
  '\x1b[41m',
  '\x1b[103m',
  '\x1b[7;44m',
  '\x1b[4;48;2;9;8;7m',
  '\x1b[38;2;1;2;3m',
  '\x1b[49m',
  '\x1b[0m',
  '\x1b]8;;https://a.example/x;y?z=1\x1b\\',
  '\x1b]8;;mailto:a@b.example\x1b\\',
  '\x1b]8;;\x1b\\',
  '\x1b]8;;javascript:x\x1b\\',
] as const

export const frameLine = fc
  .array(fc.constantFrom(...pieces), { maxLength: 14 })
  .map((parts) => parts.join(''))

/** A few lines, so that frames in a sequence share some and differ in others. */
export const frames = fc
  .array(frameLine, { minLength: 1, maxLength: 6 })
  .chain((lines) =>
    fc.array(fc.array(fc.oneof(fc.constantFrom(...lines), frameLine), { maxLength: 7 }), {
      minLength: 2,
      maxLength: 6,
    }),
  )
  .map((all) => all.map((lines) => lines.join('\n')))
