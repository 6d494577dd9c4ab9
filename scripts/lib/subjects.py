"""Commit subjects: rule 8 of docs/style.md. words.py prints the findings."""
import os, re, shutil, subprocess, sys

# Older subjects stay as they are.
BASE = "8b484d84793034d0553964a0b7348fef7ded7f9f"
COLUMNS = 72
VERBS = set("""Accelerate Accept Adapt Add Align Allow Apply Avoid Bound Build Bump Cache Call Cancel Check Clamp
    Clarify Clean Clear Close Compare Compile Complete Compress Compute Configure Convert Copy Correct Count Cover
    Create Cut Declare Decode Default Defer Define Delete Deprecate Derive Describe Detect Disable Document Download
    Draw Drop Emit Enable Encode Enforce Ensure Evaluate Exclude Export Expose Extend Extract Fall Fix Flush Fold
    Format Free Fuse Generate Group Guard Handle Hide Hoist Ignore Implement Import Improve Include Increase Index
    Inline Install Interpolate Introduce Invert Isolate Join Keep Limit Link Lint List Load Lock Log Lower Make Map
    Mark Match Measure Merge Move Name Normalise Normalize Omit Open Optimise Optimize Order Pack Parallelise
    Parallelize Parse Pass Pin Plan Port Precompute Prefer Prefetch Prepare Preserve Prevent Print Process Profile
    Propagate Provide Publish Raise Range Read Rebuild Record Recover Redraw Reduce Refactor Refuse Register Reject
    Release Reload Remove Rename Render Reorder Reorganise Reorganize Repair Replace Report Request Require Reserve
    Reset Resolve Restore Restrict Retain Retry Return Reuse Revert Rewrite Rotate Round Run Sample Save Scale
    Schedule Select Send Separate Set Share Shorten Show Simplify Skip Sort Specify Speed Split Start State Stop
    Store Stream Strip Support Switch Synchronize Test Throw Tighten Track Translate Treat Trim Tune Type Unify
    Unroll Update Upgrade Upload Use Validate Vectorise Vectorize Verify Wait Warn Widen Wrap Write""".split())


def git(root, *arguments):
    """The finished process, or None if git is not installed."""
    if shutil.which("git"):
        return subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)


def range_of(root):
    """The range of commits to check. If there is no history, prints the reason and returns None."""
    top = git(root, "rev-parse", "--show-toplevel")
    if not top:
        reason = "git is not installed"
    elif top.returncode != 0 or os.path.realpath(top.stdout.strip()) != os.path.realpath(root):
        reason = "this folder is no clone"
    elif git(root, "cat-file", "-e", BASE + "^{commit}").returncode == 0:
        return BASE + "..HEAD"
    elif git(root, "rev-parse", "--is-shallow-repository").stdout.strip() == "true":
        # All commits of this clone are newer than the base.
        return "HEAD"
    else:
        reason = "the history does not contain " + BASE[:8]
    print("words: commit subjects are not checked: %s" % reason, file=sys.stderr)
    return None


def wrong(subject):
    words = subject.split()
    if not words or words[0].rstrip(":,") not in VERBS or words[0] == "Speed" and words[1:2] != ["up"]:
        yield "begin with a verb such as Add, Fix, Speed up, Remove, Rename or Document"
    if len(subject) > COLUMNS:
        yield "%d columns, more than %d" % (len(subject), COLUMNS)
    if subject.endswith("."):
        yield "end without a full stop"


def findings(root):
    commits = range_of(root)
    if commits is None:
        return
    for line in git(root, "log", "--no-merges", "--format=%h %s", commits).stdout.splitlines():
        commit, _, subject = line.partition(" ")
        for problem in wrong(subject):
            yield "commit %s: %s: %s (docs/style.md)" % (commit, subject, problem)
