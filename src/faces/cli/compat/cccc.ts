import { MailError } from '../../../domain/errors.ts'
import { flag, number, requiredText, text } from '../../../input/input.ts'
import { bare, type Desk, foreign, line, option, type System } from './foreign.ts'

const thread = text('Any message of the debate', { positional: true, placeholder: 'THREAD' })

/** `cccc`, as far as it is about mail and debates. */
export const cccc: System = {
  program: 'cccc',
  commands: [
    foreign({
      command: 'mailbox status',
      ours: '`agents list`, `inbox --everyone --unread`',
      input: {},
      translate: () => ({
        lines: [
          ['agents', 'list'],
          ['inbox', '--everyone', '--unread'],
        ],
      }),
    }),
    foreign({
      command: 'mailbox show',
      ours: '`inbox PEER`, with `--sent` for `--outbox` and `--archived` for `--archive`',
      input: {
        peer: requiredText('The peer', { positional: true, placeholder: 'PEER' }),
        inbox: flag('What it received; by default, too'),
        outbox: flag('What it sent'),
        archive: flag('What it archived'),
      },
      translate: ({ peer, outbox, archive }) =>
        line(
          'inbox',
          ...(outbox === true ? ['--sent'] : archive === true ? ['--archived'] : []),
          ...bare(peer),
        ),
    }),
    foreign({
      command: 'mailbox validate',
      ours: '`validate --format cccc`, of `.cccc/mailbox` unless a folder is named',
      input: { folder: text('The folder', { positional: true, placeholder: 'FOLDER' }) },
      translate: ({ folder = '.cccc/mailbox' }) => line('validate', '--format=cccc', ...bare(folder)),
    }),
    foreign({
      command: 'mailbox history',
      ours: '`debate log`',
      input: { last: number('At most N messages') },
      translate: ({ last }) => line('debate', 'log', ...option('last', last)),
    }),
    foreign({
      command: 'mailbox check-health',
      ours: '`debate health`, `blockers`',
      input: {},
      translate: () => ({ lines: [['debate', 'health'], ['blockers']] }),
    }),
    foreign({
      command: 'mailbox resolve',
      ours: '`debate resolve`, of the one debate that is deadlocked unless another is named; `--decision` says what is decided',
      input: {
        thread,
        forceConsensus: flag('Decide without agreement'),
        decision: text('The decision'),
        rationale: text('The reason'),
      },
      translate: async (given, desk) =>
        line(
          'debate',
          'resolve',
          ...(given.forceConsensus === true ? ['--force-consensus'] : []),
          ...option('decision', given.decision),
          ...option('rationale', given.rationale),
          ...bare(given.thread ?? (await deadlocked(desk))),
        ),
    }),
    foreign({
      command: 'mailbox archive',
      ours: '`archive --everyone`',
      input: { olderThan: requiredText('Older mail than this', { placeholder: 'DURATION' }) },
      translate: ({ olderThan }) => line('archive', `--older-than=${olderThan}`, '--everyone'),
    }),
    foreign({
      command: 'mailbox compress-archive',
      ours: '`compress-archive`',
      input: {},
      translate: () => line('compress-archive'),
    }),
    foreign({
      command: 'status',
      ours: '`agents list`; with `--detailed` also `debate show` of the newest debate, with its rounds',
      input: { detailed: flag('Also the newest debate') },
      translate: async ({ detailed }, desk) => {
        const newest = detailed === true ? await newestDebate(desk) : undefined
        return {
          lines: [['agents', 'list'], ...(newest === undefined ? [] : [['debate', 'show', ...bare(newest)]])],
        }
      },
    }),
  ],
  refused: [
    {
      words: 'mailbox resolve --force-consensus (alone)',
      why: 'nobody knows what was decided; add `--decision TEXT`',
    },
    { words: 'run', why: 'Watchpost starts no peers; see `watchpost run`' },
    { words: 'attach', why: 'there is no group to attach to' },
  ],
}

/** @throws MailError `ambiguous`, `nothing` */
async function deadlocked(desk: Desk): Promise<string> {
  const { blockers } = await (await desk.mailbox()).blockers({ limit: 2 })
  const [only, another] = blockers
  if (only === undefined)
    throw new MailError('nothing', 'No debate is deadlocked.', 'Name the debate: THREAD.')
  if (another === undefined) return only.thread
  throw new MailError('ambiguous', 'Several debates are deadlocked.', 'Name one; see `watchpost blockers`.')
}

async function newestDebate(desk: Desk): Promise<string | undefined> {
  const { debates } = await (await desk.mailbox()).listDebates({ limit: 1 })
  return debates[0]?.thread
}
