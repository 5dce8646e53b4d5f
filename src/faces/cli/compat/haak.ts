import type { Shim } from '../host.ts'

/** The head of both scripts: one way to call us, and lists as HAAK writes them. */
const head = `import argparse, json, re, subprocess, sys

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


def watchpost(*words, check=True):
    done = subprocess.run(["watchpost", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if check and done.returncode != 0:
        sys.stderr.write(done.stderr)
        sys.exit(done.returncode)
    return done


def listed(text):
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def appear(session):
    """Registers the session, or notes that it is alive."""
    watchpost("agents", "register", session, "--session", session, "--as", session)


def is_known(name):
    return watchpost("agents", "show", name, check=False).returncode == 0

`

const mailbox = `#!/usr/bin/env python3
"""HAAK's scripts/agent_mailbox.py. Watchpost carries the mail."""
${head}
def addressed(name):
    """A plain name that is no agent's is a role, which may be taken later."""
    plain = ":" not in name and name != "all" and not UUID.fullmatch(name)
    return "role:" + name if plain and not is_known(name) else name


def send(given):
    appear(given.sender)
    words = ["send", *[addressed(name) for name in listed(given.to)], "--as", given.sender, "--hold", "--json"]
    if given.subject:
        words.append(f"--subject={given.subject}")
    words.append(f"--body={given.body}")
    if given.thread:
        words += ["--reply-to", given.thread]
    if given.ttl_hours:
        words += ["--ttl", f"{given.ttl_hours}h"]
    print(json.loads(watchpost(*words).stdout)["id"])


def read(given):
    """Unread mail, one JSON line each. Printed mail becomes read; --peek leaves it unread."""
    appear(given.session_id)
    who = ["--as", given.session_id]
    found = json.loads(watchpost("inbox", *who, "--unread", "--limit", "100", "--json").stdout)["messages"]
    ids = [message["id"] for message in found]
    if not ids:
        return
    words = ["read", *ids, *who, "--json"] + (["--peek"] if given.peek else [])
    for message in json.loads(watchpost(*words).stdout)["messages"]:
        to = message["to"]
        line = {
            "id": message["id"],
            "from": message["from"],
            "to": to[0] if len(to) == 1 else to,
            "timestamp": message["sentAt"],
            "subject": message["subject"],
            "body": message["body"],
            "thread": message["replyTo"],
        }
        print(json.dumps(line, ensure_ascii=False))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("send")
    one.add_argument("--from", dest="sender", required=True)
    one.add_argument("--to", required=True, help="a session, a role, all, or tags separated by commas")
    one.add_argument("--subject", default="")
    one.add_argument("--body", default="")
    one.add_argument("--thread", help="the id of the message that it answers")
    one.add_argument("--ttl-hours", type=int)
    one.set_defaults(run=send)
    one = commands.add_parser("read")
    one.add_argument("--session-id", required=True)
    one.add_argument("--peek", action="store_true")
    one.add_argument("--unread-only", action="store_true", help="has no effect: only unread mail is read")
    one.set_defaults(run=read)
    given = parser.parse_args()
    given.run(given)


main()
`

const roster = `#!/usr/bin/env python3
"""HAAK's scripts/agent_roster.py. Watchpost carries the mail and keeps the roster."""
${head}
def update(given):
    """Sets what is given: the tags are those of the list, and no others."""
    session = given.session_id
    appear(session)
    words = []
    if given.role is not None:
        words += ["--role", given.role]
    if given.tags is not None:
        tags = listed(given.tags)
        known = json.loads(watchpost("agents", "show", session, "--json").stdout)["tags"]
        words += [word for tag in tags if tag not in known for word in ("--tag", tag)]
        words += [word for tag in known if tag not in tags for word in ("--untag", tag)]
    if words:
        watchpost("agents", "update", session, *words, "--as", session)
    if given.status in ("frozen", "dead"):
        watchpost("agents", "freeze" if given.status == "frozen" else "retire", session, "--as", session)


def show(_given):
    """The roster as HAAK's file has it."""
    page, entries = None, []
    while True:
        words = ["agents", "list", "--limit", "500", "--json"] + (["--after", page] if page else [])
        value = json.loads(watchpost(*words).stdout)
        entries += value["agents"]
        page = value["next"]
        if page is None:
            break
    fields = {"session_id": "address", "role": "role", "tags": "tags", "status": "state"}
    print(json.dumps([{ours: one[theirs] for ours, theirs in fields.items()} for one in entries], indent=2))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("register", "update"):
        one = commands.add_parser(name)
        one.add_argument("--session-id", required=True)
        one.add_argument("--role")
        one.add_argument("--tags", help="namespaced tags, separated by commas")
        one.add_argument("--status", choices=["alive", "frozen", "dead"])
        one.set_defaults(run=update)
    one = commands.add_parser("list")
    one.set_defaults(run=show)
    given = parser.parse_args()
    given.run(given)


main()
`

const scripts = { mailbox, roster } as const
const names = { mailbox: 'agent_mailbox.py', roster: 'agent_roster.py' } as const

/** HAAK's two scripts, as files. */
export function haakShims(): readonly Shim[] {
  return (['mailbox', 'roster'] as const).map((which) => ({
    name: names[which],
    text: scripts[which],
    isCommand: false,
  }))
}

/** The same on standard output: one of them, or both as a shell script that writes them into the folder. */
export function haakScripts(only: keyof typeof scripts | undefined): string {
  if (only !== undefined) return scripts[only]
  return (['mailbox', 'roster'] as const)
    .map((which) => {
      const name = names[which]
      return `cat > ${name} <<'END_OF_SCRIPT'\n${scripts[which]}END_OF_SCRIPT\nchmod +x ${name}\n`
    })
    .join('')
}
