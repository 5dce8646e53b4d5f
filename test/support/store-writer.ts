import { openBare, plant } from './store-bare.ts'

/** Another process: `store-writer.ts FOLDER` stores one message for each line that it is given. */
const connection = openBare(process.argv[2] ?? '')
process.stdout.write('ready\n')
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) {
  for (const subject of String(chunk).split('\n')) if (subject !== '') plant(connection, { subject })
}
