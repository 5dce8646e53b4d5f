import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { settingsOf as readLazily } from '../../src/settings.ts'

/** Every section, as a copy reads them. */
const read = (text: string, own = true) => ({ ...readLazily([{ path: 'user.yaml', text, own }]) }).notify
const block = (...lines: readonly string[]) => `notify:\n${lines.map((line) => `  ${line}\n`).join('')}`
const program = (list: string) => block('programs:', `  own: ${list}`)

describe('notify in the settings', () => {
  it('sends nothing by default', () => {
    expect(read('')).toEqual(defaultSettings.notify)
    expect(read('notify:')).toEqual(defaultSettings.notify)
    expect(defaultSettings.notify.programs).toEqual([])
  })

  it('is read whole', () => {
    const text = block(
      'programs:',
      '  desktop: [notify-send, --, "{title}"]',
      '  letter:',
      '    - sendmail',
      '    - me@x',
      'input:',
      '  letter: mail',
      'reasons: [asks, escalation]',
      'least_priority: high',
      'quiet_hours: 22:00-07:00',
      'most_an_hour: 2',
      'after_last_key: 5m',
    )
    expect(read(text)).toEqual({
      programs: [
        { name: 'desktop', run: ['notify-send', '--', '{title}'], input: 'json' },
        { name: 'letter', run: ['sendmail', 'me@x'], input: 'mail' },
      ],
      reasons: ['asks', 'escalation'],
      leastPriority: 'high',
      quietHours: { from: 1320, to: 420 },
      mostAnHour: 2,
      afterLastKey: 300_000,
    })
  })

  it('does not come with a project', () => {
    expect(() => read(program('[tell]'), false)).toThrow(
      /^user\.yaml:1: notify names programs to start, so a store's settings may not contain it/u,
    )
  })

  it.each([
    [block('program: x'), /user\.yaml:2: unknown setting notify\.program/u],
    [block('programs: tell'), /user\.yaml:2: notify\.programs is not valid/u],
    [program('tell it'), /user\.yaml:3: notify\.programs\.own is no list/u],
    [program('[]'), /notify\.programs\.own is no list/u],
    [block('programs:', '  Own: [tell]'), /notify\.programs\.Own: invalid name/u],
    [program('["{title}"]'), /a field cannot name the program/u],
    [program('[tell, "{body}"]'), /unknown field \{body\}/u],
    [program('[tell, "--title={title}"]'), /\{title\} is part of a longer argument/u],
    [program('[sh, -c, "{text}"]'), /\{text\} follows -c, so its text could be run as a program/u],
    [program('[sh, -c, "tell {text}"]'), /\{text\} is part of a longer argument/u],
    [program('[ssh, host, tell, "{text}"]'), /\{text\} follows ssh/u],
    [program('[osascript, -e, "{text}"]'), /\{text\} follows -e/u],
    [program('[osascript, "{store}"]'), /\{store\} follows osascript/u],
    [program('[osascript, --, "{text}"]'), /\{text\} follows osascript/u],
    [block('input:', '  own: mail'), /user\.yaml:3: notify\.input names no program: own/u],
    [program('[tell]').concat('  input:\n    own: xml\n'), /notify\.input\.own is not valid/u],
    [block('reasons: [all]'), /notify\.reasons is not valid/u],
    [block('least_priority: most'), /notify\.least_priority is not valid/u],
    [block('quiet_hours: night'), /notify\.quiet_hours is not valid/u],
    [block('most_an_hour: 0'), /notify\.most_an_hour is not valid/u],
    [block('after_last_key: soon'), /notify\.after_last_key is not valid/u],
  ])('is refused with its line: %j', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence)
  })

  it.each([
    '[tell, "{text}"]',
    '[tell, --title, "{title}", --, "{text}"]',
    '[sh, -c, ./tell, sh, "{id}"]',
    '[osascript, -e, "on run argv", --, "{text}"]',
  ])('takes %s', (list) => {
    expect(read(program(list)).programs).toHaveLength(1)
  })

  it('lets a person vouch for a program', () => {
    const text = program('[tell, -e, "{text}"]')
    expect(() => read(text)).toThrow(/follows -e/u)
    expect(read(`${text}  trusted: [own]\n`).programs).toHaveLength(1)
  })
})
